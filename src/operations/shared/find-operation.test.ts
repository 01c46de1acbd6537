import { operations } from '../index.ts';
import { contextRequest, offeredOperations } from './find-operation.ts';

const byId = (id: string) => {
  const match = operations.find((operation) => operation.id === id);
  if (!match) throw new Error(id);
  return match;
};

test('the modal of a context is opened for a channel or for a person alone', () => {
  expect(contextRequest(operations, 'channel')).toEqual({ operation: 'context.use', given: {} });
  expect(contextRequest(operations, 'person')).toEqual({ operation: 'context.use', given: { me: ['yes'] } });
  expect(contextRequest([byId('help')], 'person')).toBeUndefined();
});

test('what only some dialects have is offered there, and while the dialect is not known', () => {
  const anywhere = byId('help');
  const ofConsole = { ...byId('monitor'), dialects: ['console'] as const };
  const offered = (dialect: 'unknown' | 'console' | 'document') =>
    offeredOperations([anywhere, ofConsole], dialect).map(({ id }) => id);
  expect(offered('console')).toEqual(['help', 'monitor']);
  expect(offered('unknown')).toEqual(['help', 'monitor']);
  expect(offered('document')).toEqual(['help']);
});
