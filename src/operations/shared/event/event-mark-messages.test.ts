import { plain } from '../../operation-catalog.ts';
import { eventMarkMsg } from './event-mark-messages.ts';

test.each(Object.entries(eventMarkMsg))(
  'the Chinese mark of several components separates their names as Chinese does: %s',
  (_, mark) => expect(plain(mark({ name: 'web, api' }), 'zh')).toMatch(/ web、api$/),
);
