/** The e-mails to members and operators, who use the dashboard. */
export default {
  signInLink: {
    subject: 'Your sign-in link',
    title: 'Sign in',
    text: 'Open this link to sign in to the dashboard. It works once, within 15 minutes.',
    link: 'Sign in',
    note: 'If you did not request a link, you can ignore this e-mail.',
    reason: 'You received this e-mail because a sign-in link was requested for {to}.',
  },

  invitation: {
    subject: 'Invitation to {organizer}',
    title: 'Join {organizer}',
    text: 'You are invited to the dashboard of {organizer}.',
    roles: {
      owner: 'As an owner, you can do everything, including members and payouts.',
      manager: 'As a manager, you can change events, and see and refund orders.',
      developer: 'As a developer, you can create API keys and webhook endpoints, and see their logs.',
      viewer: 'As a viewer, you can see the sales figures.',
    },
    link: 'Accept the invitation',
    note: 'The link expires in {days, plural, one {# day} other {# days}}. If you did not expect it, you can ignore this e-mail.',
    reason: 'You received this e-mail because a member of {organizer} entered {to}.',
  },

  accountChanged: {
    changes: {
      password: 'Your password was changed',
      authenticator_added: 'An authenticator app was added to your account',
      authenticator_removed: 'The authenticator app was removed from your account',
      passkey_added: 'A passkey was added to your account',
      passkey_removed: 'A passkey was removed from your account',
      recovery_codes: 'Your recovery codes were replaced',
      second_factor_removed: 'The operator removed all second factors from your account',
    },
    text: '{change}, at {time}. All other sessions were ended.',
    advice:
      'If you did not do this, someone else can use your account. Tell the operator of this service immediately: the operator can disable the account, and remove its second factors.',
    link: 'Open your account',
    reason: 'You received this e-mail because {to} is the address of an account.',
  },

  suspended: {
    subject: '{organizer} is suspended',
    title: 'The operator has suspended {organizer}',
    text: 'The operator has suspended {organizer}, at {time}.',
    stops: 'Nothing can be bought: the pages of the events are not found, and reservations cannot be paid.',
    continues:
      'Tickets that were sold remain valid and can be scanned. Payments that a buyer has started are still received. Refunds, API keys, webhooks and the dashboard work.',
    advice: 'Ask the operator of this service for the reason, and what you can do.',
  },

  resumed: {
    subject: '{organizer} can sell again',
    title: 'The operator has resumed {organizer}',
    text: 'The operator has resumed {organizer}, at {time}.',
    effect: 'The published events can be seen and bought again.',
  },

  /** Of several e-mails. */
  owner: {
    openDashboard: 'Open the dashboard',
    openKeys: 'Open the API keys',
    reason: 'You received this e-mail because {to} is an owner of {organizer}.',
  },

  scopeRequested: {
    subject: '{organizer} requests the scope {scope}',
    title: 'A scope was requested',
    text: '{organizer} requests the scope {scope} for the API key “{keyName}”.',
    requestedBy: 'Requested by',
    requestReason: 'Reason',
    link: 'Grant or decline the request',
    reason: 'You received this e-mail because {to} is an operator of this service.',
  },

  scopeGranted: {
    title: 'The scope {scope} was granted',
    text: 'The operator has granted the scope {scope} for the API key “{keyName}”. The key can use it now.',
  },

  scopeDeclined: {
    title: 'The scope {scope} was declined',
    text: 'The operator has declined the scope {scope} for the API key “{keyName}”. The scopes of the key did not change.',
  },

  scopeDecided: {
    reply: 'Reply of the operator',
    reason: 'You received this e-mail because {to} requested the scope for {organizer}.',
  },

  keyRolled: {
    subject: 'API key “{keyName}” was replaced',
    title: 'An API key was replaced',
    text: 'The API key “{keyName}” of {organizer} was replaced. The new key has the same scopes: {scopes}. If you did not expect this, revoke the new key.',
    rolledBy: 'Replaced by',
    time: 'Time',
    newKey: 'New key',
  },

  endpointFailing: {
    title: 'Your webhook endpoint at {host} is failing',
    text: 'Every attempt to send events of {organizer} to {host} has failed since {since}.',
    effect:
      'If no attempt succeeds, the endpoint is disabled after {disabled}. Nothing is sent to a disabled endpoint, and its pending deliveries are cancelled. The page of the endpoint shows the errors.',
    link: 'Open the endpoint',
    reason: 'You received this e-mail because {to} manages the webhooks of {organizer}.',
  },

  disputed: {
    titles: { open: 'A payment is disputed', won: 'A dispute was won', lost: 'A dispute was lost' },
    text: 'The bank of the buyer disputes {amount} of the order {orderNumber} of {organizer}: {cause}.',
    results: {
      open: 'The amount is held back in the settlement until the dispute ends. The tickets remain valid. The operator answers the bank at the payment provider: tell the operator what shows that the buyer has received the tickets.',
      won: 'The amount is part of the balance again.',
      lost: 'The bank has given the amount back to the buyer, and it is recorded as a refund.',
    },
    link: 'Open the order',
    reason: 'You received this e-mail because {to} manages the orders of {organizer}.',
  },
} as const;
