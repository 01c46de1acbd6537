import { complaints } from './input-values.ts';

test('an empty required input is reported in the person’s language', () => {
  const blocks = [{ type: 'input', block_id: 'port', element: { type: 'plain_text_input', action_id: 'port' } }];
  expect(complaints(blocks, {}, 'en-US')).toEqual({ port: 'Please complete this required field.' });
  expect(complaints(blocks, {}, 'zh-CN')).toEqual({ port: '请填写此必填字段。' });
});
