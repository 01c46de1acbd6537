/** The fonts of pictures, in the order in which a letter is looked for: a family and its files, regular and semibold. */
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

/** All families, as a canvas takes them: it looks for a letter in these alone. */
export const fontFamilies = fonts.map(({ family }) => family).join(', ');
