import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { object } from '../../platform/http/schema.ts';
import { auditOrigin } from '../audit/index.ts';
import { setReverseWithinSeconds } from './reversal-time.ts';
import {
  holdLimits,
  holdLimitsPatch,
  newReversalTime,
  organizerSettings,
  profilePatch,
  reversalTime,
} from './schema.dashboard.ts';
import { setHoldLimits } from './set-hold-limits.ts';
import { setOrganizerProfile } from './set-profile.ts';
import { readOrganizerSettings } from './settings.ts';

const tags = ['Organizer'];
const querystring = object({});
const read = { permission: 'organizer:read' } as const;
const write = { permission: 'organizer:write' } as const;

/** The settings of an organizer. */
export const organizerSettingRoutes: Feature<OrganizerServices> = (app, { db, clock, principal }) => {
  app.get(
    '/settings',
    {
      config: read,
      schema: {
        operationId: 'getSettings',
        tags,
        summary: 'Read the settings of the organizer',
        querystring,
        response: { 200: organizerSettings },
      },
    },
    async (request) => readOrganizerSettings(db, principal(request).organizerId),
  );
  app.patch(
    '/settings/profile',
    {
      config: write,
      schema: {
        operationId: 'changeProfile',
        tags,
        summary: 'Change what buyers see, and how they pay by transfer',
        querystring,
        body: profilePatch,
        response: { 200: organizerSettings },
      },
    },
    async (request) => {
      const caller = principal(request);
      await setOrganizerProfile(
        db,
        caller.organizerId,
        request.body,
        clock.of(caller.organizerId),
        auditOrigin(caller, request),
      );
      return readOrganizerSettings(db, caller.organizerId);
    },
  );
  app.patch(
    '/settings/hold-limits',
    {
      config: write,
      schema: {
        operationId: 'changeHoldLimits',
        tags,
        summary: 'Change the limits of unpaid reservations',
        querystring,
        body: holdLimitsPatch,
        response: { 200: holdLimits },
      },
    },
    async (request) => {
      const caller = principal(request);
      return setHoldLimits(
        db,
        caller.organizerId,
        request.body,
        clock.of(caller.organizerId),
        auditOrigin(caller, request),
      );
    },
  );
  app.put(
    '/settings/reversal-time',
    {
      config: write,
      schema: {
        operationId: 'setReversalTime',
        tags,
        summary: 'Set the time within which a bar can reverse a consumption',
        querystring,
        body: newReversalTime,
        response: { 200: reversalTime },
      },
    },
    async (request) => {
      const caller = principal(request);
      const { organizerId } = caller;
      const { reverseWithinSeconds: seconds } = request.body;
      const origin = auditOrigin(caller, request);
      return {
        reverseWithinSeconds: await setReverseWithinSeconds(db, organizerId, seconds, clock.of(organizerId), origin),
      };
    },
  );
};
