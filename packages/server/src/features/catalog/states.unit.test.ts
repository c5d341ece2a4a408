import { describe, expect, test } from 'vitest';
import { eventStatesAfter, eventStatuses, isChangeable, offerStatesAfter, offerStatuses } from './states.ts';

/** By state: the states that it can change to. */
const eventTable = { draft: ['published', 'archived'], published: ['archived'], archived: [] };
const offerTable = { active: ['archived'], archived: ['active'] };

describe('an event', () => {
  test.each(eventStatuses)('that is %s can change to the states of the table', (status) => {
    expect(eventStatesAfter(status)).toEqual(eventTable[status]);
  });

  test('can be changed until it is archived', () => {
    expect(eventStatuses.filter(isChangeable)).toEqual(['draft', 'published']);
  });
});

describe('a ticket type or an add-on', () => {
  test.each(offerStatuses)('that is %s can change to the states of the table', (status) => {
    expect(offerStatesAfter(status)).toEqual(offerTable[status]);
  });
});
