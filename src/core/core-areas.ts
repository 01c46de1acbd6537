export { commandMsg } from './command/command-messages.ts';
export { freezeMsg } from './policy/freeze-messages.ts';
export { policyMsg } from './policy/policy-messages.ts';
export { followMsg } from './request/events/follow-messages.ts';
export { requestMsg } from './request/request-messages.ts';
export { durationMsg } from './text/duration-messages.ts';
export { timeMsg } from './time/time-messages.ts';
