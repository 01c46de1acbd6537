export const fonts: readonly { readonly family: string; readonly files: readonly string[] }[] = [
  {
    family: 'Inter',
    files: [
      '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
      '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
    ],
  },
  noto('Noto Sans SC'),
  {
    family: 'Noto Color Emoji',
    files: ['@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf'],
  },
  noto('Noto Sans Arabic'),
  noto('Noto Sans Hebrew'),
  noto('Noto Sans Thai'),
  noto('Noto Sans Devanagari'),
];

function noto(family: string) {
  const [folder, name] = [family.toLowerCase().replaceAll(' ', '-'), family.replaceAll(' ', '')];
  return {
    family,
    files: ['400Regular', '600SemiBold'].map((each) => `@expo-google-fonts/${folder}/${each}/${name}_${each}.ttf`),
  };
}

/** Canvas font list; the canvas looks for letters only in these families. */
export const fontFamilies = fonts.map(({ family }) => family).join(', ');
