const paths = {
  hash: 'M6.5 3L5 17M15 3l-1.5 14M3 7.5h14.5M2.5 12.5H17',
  lock: 'M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3',
  home: 'M3 9.5L10 3l7 6.5V17h-5v-5H8v5H3z',
  menu: 'M3 5h14M3 10h14M3 15h14',
  close: 'M4.5 4.5l11 11M15.5 4.5l-11 11',
  send: 'M3 10l14-7-5 14-3-5.5zM9 11.5L17 3',
  thread: 'M3 4h14v9H9l-4 4v-4H3z',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  down: 'M5 8l5 5 5-5',
  inspector: 'M3 10s2.5-5 7-5 7 5 7 5-2.5 5-7 5-7-5-7-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  keys: 'M2.5 5h15v10h-15zM5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M6.5 12h7',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M15.7 4.3l-1.1 1.1M5.4 14.6l-1.1 1.1',
  moon: 'M16 12.5A7 7 0 0 1 7.5 4a7 7 0 1 0 8.5 8.5z',
  half: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  file: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15',
  check: 'M4 10.5l4 4 8-9',
  eye: 'M3 10s2.5-5 7-5 7 5 7 5-2.5 5-7 5-7-5-7-5z',
  bolt: 'M11 2.5L4.5 11.5H9l-1 6 6.5-9H10z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
