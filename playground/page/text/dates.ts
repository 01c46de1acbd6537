/** Settings for showing dates: IANA time zone, Slack locale (`en-US`, `zh-CN`), and now in epoch ms. */
export type DateViewer = { readonly zone: string; readonly locale: string; readonly now: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(viewer: DateViewer, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${viewer.locale}|${viewer.zone}|${name}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const formatter = makeFormat(viewer, options);
  formats.set(key, formatter);
  return formatter;
}

/** Falls back to English or UTC if the browser doesn't know a locale or time zone. */
function makeFormat(viewer: DateViewer, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tries = [
    [viewer.locale, viewer.zone],
    [viewer.locale, 'UTC'],
    ['en-US', viewer.zone],
    ['en-US', 'UTC'],
  ] as const;
  for (const [locale, timeZone] of tries) {
    try {
      return new Intl.DateTimeFormat(locale, { ...options, timeZone });
    } catch {
      // Try the next settings, which are simpler.
    }
  }
  return new Intl.DateTimeFormat();
}

const shapes: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_slash: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  time_secs: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

function written(at: number, shape: string, viewer: DateViewer): string {
  const options = shapes[shape] ?? {};
  // "9:00 AM", but "09:00" with a 24-hour clock.
  const hour = 'hour' in options && !hasHalves(viewer) ? ({ hour: '2-digit' } as const) : {};
  return formatOf(viewer, shape, { ...options, ...hour }).format(at);
}

function hasHalves(viewer: DateViewer): boolean {
  return formatOf(viewer, 'hour', { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

/** Returns a day such as `2026-11-19` in the viewer's time zone. */
export function dayOf(at: number, viewer: DateViewer): string {
  const plain = { ...viewer, locale: 'en-CA' };
  return formatOf(plain, 'day', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** Returns whole calendar days from now to `at` in the viewer's time zone: -1 is yesterday. */
function daysAway(at: number, viewer: DateViewer): number {
  return Math.round((Date.parse(dayOf(at, viewer)) - Date.parse(dayOf(viewer.now, viewer))) / 86_400_000);
}

function relativeDay(at: number, viewer: DateViewer): string | undefined {
  const away = daysAway(at, viewer);
  if (Math.abs(away) > 1) return undefined;
  return relativeFormat(viewer, 'auto').format(away, 'day');
}

function relativeFormat(viewer: DateViewer, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  try {
    return new Intl.RelativeTimeFormat(viewer.locale, { numeric });
  } catch {
    return new Intl.RelativeTimeFormat('en-US', { numeric });
  }
}

/** Returns the time in the largest unit that fits: "3 minutes ago", "in 2 hours". */
export function ago(at: number, viewer: DateViewer): string {
  const seconds = (at - viewer.now) / 1000;
  const steps = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relativeFormat(viewer, 'always').format(Math.trunc(seconds / step[1]), step[0]);
}

function tokenText(token: string, at: number, viewer: DateViewer): string | undefined {
  if (token === 'ago') return ago(at, viewer);
  if (token === 'date_num') return dayOf(at, viewer);
  if (token === 'day_divider_pretty') return dayLabel(at, viewer);
  const pretty = /^(date(?:_short|_long)?)_pretty$/.exec(token)?.[1];
  if (pretty !== undefined) return relativeDay(at, viewer) ?? written(at, pretty, viewer);
  return token in shapes ? written(at, token, viewer) : undefined;
}

/** Formats a date of Slack; `at` is in epoch seconds. Returns the fallback if a token is unknown, as Slack does. */
export function formatSlackDate(at: number, format: string, fallback: string, viewer: DateViewer): string {
  let isSupported = true;
  const text = format.replace(/\{([a-z_]+)\}/g, (_, token: string) => {
    const said = tokenText(token, at * 1000, viewer);
    isSupported = isSupported && said !== undefined;
    return said ?? '';
  });
  if (!isSupported) return fallback || format;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function clock(at: number, viewer: DateViewer): string {
  return written(at, 'time', viewer);
}

/** 24-hour time with seconds and milliseconds, for the log. */
export function exactClock(at: number, viewer: DateViewer): string {
  const time = formatOf({ ...viewer, locale: 'en-GB' }, 'exact', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  return time.format(at);
}

export function fullTime(at: number, viewer: DateViewer): string {
  return `${written(at, 'date_long', viewer)} ${written(at, 'time_secs', viewer)} (${viewer.zone})`;
}

export function dayLabel(at: number, viewer: DateViewer): string {
  const near = relativeDay(at, viewer);
  if (near !== undefined) return near.charAt(0).toUpperCase() + near.slice(1);
  return written(at, 'date_long', viewer);
}

const chineseUnits = { day: '天', hour: '小时', minute: '分钟' } as const;

export function aheadText(ms: number, locale = 'en-US'): string {
  const total = Math.floor(ms / 60_000);
  const isChinese = locale.startsWith('zh');
  const parts: readonly (readonly [number, keyof typeof chineseUnits])[] = [
    [Math.floor(total / 1_440), 'day'],
    [Math.floor(total / 60) % 24, 'hour'],
    [total % 60, 'minute'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      isChinese ? `${count} ${chineseUnits[unit]}` : `${count} ${unit}${count === 1 ? '' : 's'}`,
    )
    .join(' ');
}
