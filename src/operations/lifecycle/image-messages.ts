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
  says: { en: 'Change the image of a component and deploy it', zh: '更换组件镜像并部署' },
  searched: { en: 'rollback, roll back, version', zh: '回滚，版本' },
  tip: {
    en: 'To go back to the image before, press *Undo* on the card of the change. Without a card, give that image here.',
    zh: '如需回到之前的镜像，请在该变更的卡片上点击“撤销”；没有卡片时，在此填写之前的镜像。',
  },
  form: { en: 'Change the image', zh: '更换镜像' },
  image: { en: 'Image', zh: '镜像' },
  version: { en: 'Version', zh: '版本' },
  imageHint: { en: 'With its tag or digest, such as nginx:1.27.', zh: '须带标签或摘要，例如 nginx:1.27。' },
  imageMissing: { en: 'Enter an image with its tag, such as nginx:1.27.', zh: '请输入带标签的镜像，例如 nginx:1.27。' },
  imageWrong: {
    en: '`{typed}` isn’t a valid image. Use a name with a tag, such as nginx:1.27.',
    zh: '`{typed}` 不是有效的镜像。请使用带标签的名称，例如 nginx:1.27。',
  },
  tagMissing: {
    en: '`{typed}` has no tag. Add a colon and the version that you want.',
    zh: '`{typed}` 没有标签。请加上冒号和所需的版本。',
  },
  tagMissingAfterPort: {
    en: '`{typed}` has no tag. The platform would take everything after the registry’s port for the version. Add a colon and the version that you want.',
    zh: '`{typed}` 没有标签，平台会把仓库端口之后的部分当作版本。请加上冒号和所需的版本。',
  },
  notAnImage: {
    en: '{name} isn’t an image component: the platform builds it. Deploy it instead.',
    zh: '“{name}”不是镜像组件，由平台构建。请改用构建并部署。',
  },
  already: { en: 'Nothing to do: {name} already uses {image}.', zh: '无需操作：“{name}”已使用 {image}。' },
  title: { en: 'Change the image of {name} to {image} and deploy it', zh: '将“{name}”的镜像更换为 {image} 并部署' },
  /** Used if the image's name differs too, not only its tag. */
  otherTitle: {
    en: 'Replace the image of {name} with a different one, {image}, and deploy it',
    zh: '将“{name}”换成另一个镜像 {image} 并部署',
  },
  warnOther: {
    en: 'This isn’t another version of the same image: {before} is replaced with {after}.',
    zh: '这不是同一镜像的另一个版本：{before} 会换成 {after}。',
  },
  step: { en: 'Set the image to {image}', zh: '将镜像设为 {image}' },
  warnPull: {
    en: 'Not checked: whether the image exists. If the platform can’t pull {image}, the build fails, and what runs now isn’t replaced.',
    zh: '未检查镜像是否存在：如果平台拉取不到 {image}，构建会失败，正在运行的实例不会被替换。',
  },
  undo: { en: 'Change back to {image}', zh: '改回 {image}' },
  undoNone: { en: 'The previous image has no tag: {image}.', zh: '之前的镜像没有标签：{image}。' },
});
