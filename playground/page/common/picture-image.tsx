import { useState } from 'preact/hooks';
import { useActions, useWords } from './page-hooks.ts';

type Props = { readonly src: string | null; readonly alt: string; readonly size?: 'large' | 'small' | 'accessory' };

export function Picture({ src, alt, size = 'large' }: Props) {
  const actions = useActions();
  const words = useWords();
  const [broken, setBroken] = useState(false);
  if (src === null || broken) {
    return (
      <p class={`picture-gone ${size}`}>
        <span class="what">{words.noPicture}</span> {alt}
      </p>
    );
  }
  const image = <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />;
  if (size === 'small') return <span class="picture small">{image}</span>;
  return (
    <button
      type="button"
      class={`picture ${size}`}
      aria-label={words.openLarge(alt)}
      onClick={() => actions.show({ src, alt })}
    >
      {image}
    </button>
  );
}
