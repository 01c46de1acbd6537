import type { AnyBlock } from '@slack/types';
import type { Part } from '../../core/command/answer.ts';
import { type Page, plainText } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';

/** A select whose options open the forms of operations; each carries what a button of that form would (`writeValue`). */
export function formSelect(
  { label, operations }: Extract<Part, { part: 'forms' }>,
  page: Page,
  writeValue: (operation: string) => string | undefined,
): readonly AnyBlock[] {
  const options = operations.flatMap((each) => {
    const value = writeValue(each.id);
    if (value === undefined || value.length > blockLimits.optionValue) return [];
    return [{ value, text: plainText(each.label, page, blockLimits.optionText) }];
  });
  if (options.length === 0) return [];
  return [
    {
      type: 'actions',
      elements: [
        {
          type: 'static_select',
          action_id: 'modal:form',
          placeholder: plainText(label, page, blockLimits.placeholder),
          options: options.slice(0, blockLimits.options),
        },
      ],
    },
  ];
}
