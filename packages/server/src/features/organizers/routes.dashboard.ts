import type { Feature, OrganizerServices } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object } from '../../platform/http/schema.ts';
import { setPersonalDataDays } from './personal-data-days.ts';
import { setReverseWithinSeconds } from './reversal-time.ts';
import {
  holdLimitsPatch,
  newPersonalDataDays,
  newReversalTime,
  newSlug,
  newTranslations,
  organizerSettings,
  profilePatch,
} from './schema.dashboard.ts';
import { setHoldLimits } from './set-hold-limits.ts';
import { setOrganizerProfile } from './set-profile.ts';
import { setOrganizerTranslations } from './set-translations.ts';
import { sendOrganizerSettings, settingChange } from './settings.ts';
import { changeSlug } from './slugs.ts';

const tags = ['Organizer'];
const querystring = object({});
const read = { permission: 'organizer:read', etag: true } as const;
const write = { permission: 'organizer:write', errors: ['precondition_failed'], etag: true } as const;

/** The settings of an organizer. */
export const organizerSettingRoutes: Feature<OrganizerServices> = (app, services) => {
  const { db, scopeOf } = services;
  const change = settingChange(services);
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
    (request, reply) => sendOrganizerSettings(reply, db, scopeOf(request).organizerId),
  );
  app.patch(
    '/settings/profile',
    {
      config: write,
      schema: {
        operationId: 'changeProfile',
        tags,
        summary: 'Change what buyers see, and how they pay by transfer',
        headers: ifMatchHeaders,
        querystring,
        body: profilePatch,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body, setOrganizerProfile),
  );
  app.patch(
    '/settings/translations',
    {
      config: write,
      schema: {
        operationId: 'changeTranslations',
        tags,
        summary: 'Change the texts of the organizer in other languages',
        headers: ifMatchHeaders,
        querystring,
        body: newTranslations,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body, setOrganizerTranslations),
  );
  app.patch(
    '/settings/hold-limits',
    {
      config: write,
      schema: {
        operationId: 'changeHoldLimits',
        tags,
        summary: 'Change the limits of unpaid reservations',
        headers: ifMatchHeaders,
        querystring,
        body: holdLimitsPatch,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body, setHoldLimits),
  );
  app.put(
    '/settings/slug',
    {
      config: { ...write, errors: ['precondition_failed', 'invalid_state'] },
      schema: {
        operationId: 'changeSlug',
        tags,
        summary: 'Change the slug of the organizer; old links still lead to it',
        headers: ifMatchHeaders,
        querystring,
        body: newSlug,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body.slug, changeSlug),
  );
  app.put(
    '/settings/reversal-time',
    {
      config: write,
      schema: {
        operationId: 'setReversalTime',
        tags,
        summary: 'Set the time within which a bar can reverse a consumption',
        headers: ifMatchHeaders,
        querystring,
        body: newReversalTime,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body.reverseWithinSeconds, setReverseWithinSeconds),
  );
  app.put(
    '/settings/personal-data-days',
    {
      config: write,
      schema: {
        operationId: 'setPersonalDataDays',
        tags,
        summary: 'Set how many days after each event personal data is removed',
        description: 'It is then also removed from past events.',
        headers: ifMatchHeaders,
        querystring,
        body: newPersonalDataDays,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body.personalDataDays, setPersonalDataDays),
  );
};
