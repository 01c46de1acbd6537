import { joinedWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';

export const imageMsg = messages('image', {
  mark: {
    en: (p: { name: string; version: string }) => joinedWords('image', p.name, p.version),
    zh: (p) => joinedWords('镜像', p.name, p.version),
  },
  markBriefly: {
    en: (p: { name: string }) => joinedWords('new image', p.name),
    zh: (p) => joinedWords('更换镜像', p.name),
  },
  says: { en: () => 'Change the image of a component and deploy it', zh: () => '更换组件镜像并部署' },
  form: { en: () => 'Change the image', zh: () => '更换镜像' },
  image: { en: () => 'Image', zh: () => '镜像' },
  version: { en: () => 'Version', zh: () => '版本' },
  imageHint: { en: () => 'With its tag or digest, such as nginx:1.27.', zh: () => '须带标签或摘要，例如 nginx:1.27。' },
  imageMissing: {
    en: () => 'Enter an image with its tag, such as nginx:1.27.',
    zh: () => '请输入带标签的镜像，例如 nginx:1.27。',
  },
  imageWrong: {
    en: (p: { typed: string }) => `\`${p.typed}\` isn’t a valid image. Use a name with a tag, such as nginx:1.27.`,
    zh: (p) => `\`${p.typed}\` 不是有效的镜像。请使用带标签的名称，例如 nginx:1.27。`,
  },
  tagMissing: {
    en: (p: { typed: string }) => `\`${p.typed}\` has no tag. Add a colon and the version that you want.`,
    zh: (p) => `\`${p.typed}\` 没有标签。请加上冒号和所需的版本。`,
  },
  tagMissingAfterPort: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` has no tag. The platform would take everything after the registry’s port for the version. Add a colon and the version that you want.`,
    zh: (p) => `\`${p.typed}\` 没有标签，平台会把仓库端口之后的部分当作版本。请加上冒号和所需的版本。`,
  },
  notAnImage: {
    en: (p: { name: string }) => `${p.name} isn’t an image component: the platform builds it. Deploy it instead.`,
    zh: (p) => `“${p.name}”不是镜像组件，由平台构建。请改用构建并部署。`,
  },
  already: {
    en: (p: { name: string; image: string }) => `Nothing to do: ${p.name} already uses ${p.image}.`,
    zh: (p) => `无需操作：“${p.name}”已使用 ${p.image}。`,
  },
  title: {
    en: (p: { name: string; image: string }) => `Change the image of ${p.name} to ${p.image} and deploy it`,
    zh: (p) => `将“${p.name}”的镜像更换为 ${p.image} 并部署`,
  },
  /** Used if the image's name differs too, not only its tag. */
  otherTitle: {
    en: (p: { name: string; image: string }) =>
      `Replace the image of ${p.name} with a different one, ${p.image}, and deploy it`,
    zh: (p) => `将“${p.name}”换成另一个镜像 ${p.image} 并部署`,
  },
  warnOther: {
    en: (p: { before: string; after: string }) =>
      `This isn’t another version of the same image: ${p.before} is replaced with ${p.after}.`,
    zh: (p) => `这不是同一镜像的另一个版本：${p.before} 会换成 ${p.after}。`,
  },
  step: { en: (p: { image: string }) => `Set the image to ${p.image}`, zh: (p) => `将镜像设为 ${p.image}` },
  warnPull: {
    en: (p: { image: string }) =>
      `Not checked: whether the image exists. If the platform can’t pull ${p.image}, the build fails, and what runs now isn’t replaced.`,
    zh: (p) => `未检查镜像是否存在：如果平台拉取不到 ${p.image}，构建会失败，正在运行的实例不会被替换。`,
  },
  undo: { en: (p: { image: string }) => `Change back to ${p.image}`, zh: (p) => `改回 ${p.image}` },
  undoNone: {
    en: (p: { image: string }) => `The previous image has no tag: ${p.image}.`,
    zh: (p) => `之前的镜像没有标签：${p.image}。`,
  },
});
