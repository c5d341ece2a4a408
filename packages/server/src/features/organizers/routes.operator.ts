import type { Secrets } from '../../platform/crypto.ts';
import type { Feature, OperatorServices, OrganizerServices, PlaneApp } from '../../platform/http/plane.ts';
import { ifMatchHeaders, object } from '../../platform/http/schema.ts';
import { createOrganizer } from './create-organizer.ts';
import { listOrganizersForOperator } from './queries.ts';
import {
  newFeePolicy,
  newOrganizer,
  organizerListQuery,
  organizerPage,
  organizerRow,
  organizerSettings,
} from './schema.dashboard.ts';
import { setFeePolicy } from './set-fee-policy.ts';
import { sendOrganizerSettings, settingChange } from './settings.ts';
import { type MailOwners, resumeOrganizer, suspendOrganizer } from './suspend-organizer.ts';

const tags = ['Operator'];
const querystring = object({});
const config = { permission: 'service:operate' } as const;

/** The organizers of the service, for the operator. */
export const organizerOperatorRoutes: Feature<OperatorServices> = (app, { db, clock, scopeOf }) => {
  app.get(
    '/organizers',
    {
      config,
      schema: {
        operationId: 'listOrganizers',
        tags,
        summary: 'List the organizers of this service, by slug',
        querystring: organizerListQuery,
        response: { 200: organizerPage },
      },
    },
    (request) => listOrganizersForOperator(db, request.query),
  );
  app.post(
    '/organizers',
    {
      config: { ...config, errors: ['invalid_state'] },
      schema: {
        operationId: 'createOrganizer',
        tags,
        summary: 'Create an organizer',
        querystring,
        body: newOrganizer,
        response: { 201: organizerRow },
      },
    },
    async (request, reply) => {
      const origin = scopeOf(request).origin;
      return reply.code(201).send(await createOrganizer(db, clock, request.body, origin));
    },
  );
};

/**
 * What only the operator can change in the settings of an organizer.
 *
 * @param mailOwners creates the function that mails the owners
 */
export function organizerControlRoutes(mailOwners: (secrets: Secrets) => MailOwners): Feature<OrganizerServices> {
  return (app, services) => registerControls(app, services, mailOwners(services.secrets));
}

function registerControls(app: PlaneApp, services: OrganizerServices, mailOwners: MailOwners): void {
  const { db, scopeOf } = services;
  const change = settingChange(services);
  app.put(
    '/fees',
    {
      config: { ...config, errors: ['precondition_failed'], etag: true },
      schema: {
        operationId: 'setFees',
        tags,
        summary: 'Set the fees of new orders of an organizer',
        headers: ifMatchHeaders,
        querystring,
        body: newFeePolicy,
        response: { 200: organizerSettings },
      },
    },
    (request, reply) => change(request, reply, request.body, setFeePolicy),
  );
  app.post(
    '/suspend',
    {
      config: { ...config, etag: true },
      schema: {
        operationId: 'suspendOrganizer',
        tags,
        summary: 'Suspend an organizer',
        description: 'Nothing can be bought from it any more. Its orders and tickets remain valid.',
        querystring,
        response: { 200: organizerSettings },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      await suspendOrganizer(db, scope, mailOwners);
      return sendOrganizerSettings(reply, db, scope.organizerId);
    },
  );
  app.post(
    '/resume',
    {
      config: { ...config, etag: true },
      schema: {
        operationId: 'resumeOrganizer',
        tags,
        summary: 'End the suspension of an organizer',
        querystring,
        response: { 200: organizerSettings },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request);
      await resumeOrganizer(db, scope, mailOwners);
      return sendOrganizerSettings(reply, db, scope.organizerId);
    },
  );
}
