import type { Member } from '@organizer/shared/dashboard-api';
import { defineMessages } from '#app/parts/localized.ts';

export type Role = Member['role'];

/** The roles of members, from the one that permits most to the one that permits least. */
export const roles: readonly Role[] = ['owner', 'manager', 'developer', 'viewer'];

type RoleTexts = Readonly<Record<Role, { readonly name: string; readonly text: string }>>;

/** The names of the roles, and what they permit. */
export const roleMessages = defineMessages<RoleTexts>({
  en: {
    owner: { name: 'Owner', text: 'Everything, including members, payouts and exports of all data' },
    manager: { name: 'Manager', text: 'Events, orders, refunds, and the data of buyers and holders' },
    developer: { name: 'Developer', text: 'API keys, webhooks and logs; no data of buyers and holders' },
    viewer: { name: 'Viewer', text: 'Figures, events and settlements, without changing anything' },
  },
  de: {
    owner: { name: 'Inhaber', text: 'Alles, auch Mitglieder, Auszahlungen und der Export aller Daten' },
    manager: {
      name: 'Manager',
      text: 'Veranstaltungen, Bestellungen, Erstattungen und die Daten der Käufer und Teilnehmer',
    },
    developer: {
      name: 'Entwickler',
      text: 'API-Schlüssel, Webhooks und Protokolle; keine Daten der Käufer und Teilnehmer',
    },
    viewer: { name: 'Betrachter', text: 'Zahlen, Veranstaltungen und Abrechnungen, ohne etwas zu ändern' },
  },
});
