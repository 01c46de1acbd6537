import type { Rgb } from './palette.ts';

/** Lightness of a dark picture's background in OKLab, similar to Slack's dark messages. */
const darkest = 0.225;
/** Range for the other colors, so that the theme's darkest color becomes nearly white and pale colors stay visible. */
const contrast = 0.9;
const lift = 0.85;

/** Returns a color's counterpart on a dark background: same hue, about the same contrast. */
export function darkOf(color: Rgb): Rgb {
  const [lightness, a, b] = toLab(color);
  const turned = darkest + contrast * Math.max(0, 1 - lightness) ** lift;
  // Make a hue paler until a screen can show it with this lightness.
  for (let share = 1; share > 0; share -= 0.05) {
    const channels = toLinear([turned, a * share, b * share]);
    if (channels.every((each) => each >= -0.001 && each <= 1.001)) return toRgb(channels);
  }
  return toRgb(toLinear([Math.min(turned, 1), 0, 0]));
}

type Three = readonly [number, number, number];

/** OKLab by its definition, https://bottosson.github.io/posts/oklab. */
function toLab(color: Rgb): Three {
  const [red, green, blue] = [linear(color[0]), linear(color[1]), linear(color[2])];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear([lightness, a, b]: Three): Three {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toRgb(channels: Three): Rgb {
  const byte = (value: number) => {
    const share = Math.min(Math.max(value, 0), 1);
    return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055));
  };
  return [byte(channels[0]), byte(channels[1]), byte(channels[2])];
}
