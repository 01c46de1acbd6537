export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'strike' | 'underline'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  /** `href` is http or https. Nothing else becomes a link. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'user' | 'channel' | 'group'; readonly id: string; readonly label: string }
  | { readonly kind: 'broadcast'; readonly range: string }
  /** `at` is in epoch seconds, as in Slack. */
  | {
      readonly kind: 'date';
      readonly at: number;
      readonly format: string;
      readonly fallback: string;
      readonly href: string | null;
    }
  | { readonly kind: 'emoji'; readonly name: string; readonly sign: string }
  | { readonly kind: 'colour'; readonly value: string }
  | { readonly kind: 'break' };

export type ListItem = { readonly marker: string; readonly indent: number; readonly children: readonly Inline[] };

export type TextBlock =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'pre'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly TextBlock[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'grid'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

/** Returns the URL if it is http(s), so that people can follow it, else null. */
export function safeHref(address: string): string | null {
  const trimmed = address.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return trimmed;
}

export function joinText(nodes: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && node.text === '') continue;
    if (node.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}

export function plainOf(nodes: readonly Inline[]): string {
  return nodes.map(plainOfOne).join('');
}

function plainOfOne(node: Inline): string {
  switch (node.kind) {
    case 'text':
    case 'code':
      return node.text;
    case 'strong':
    case 'em':
    case 'strike':
    case 'underline':
    case 'link':
      return plainOf(node.children);
    case 'user':
    case 'channel':
    case 'group':
      return node.label || node.id;
    case 'broadcast':
      return `@${node.range}`;
    case 'date':
      return node.fallback;
    case 'emoji':
      return node.sign;
    case 'colour':
      return node.value;
    case 'break':
      return '\n';
  }
}
