/** The names of the roles, and what they permit, from the one that permits most to the one that permits least. */
export default {
  owner: {
    name: 'Owner',
    text: 'Everything, including members, payouts and exports of all data',
  },
  manager: {
    name: 'Manager',
    text: 'Events, orders, refunds, and the data of buyers and holders',
  },
  developer: {
    name: 'Developer',
    text: 'API keys, webhooks and logs; no data of buyers and holders',
  },
  viewer: {
    name: 'Viewer',
    text: 'Figures, events and settlements, without changing anything',
  },
} as const;
