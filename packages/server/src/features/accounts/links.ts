/** The pages of the dashboard that links in mails and on the command line open. The token is in the fragment, which browsers do not send. */
export function signInLinkUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/link#${token}`;
}

export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/invitation#${token}`;
}

export function firstOperatorUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/start#${token}`;
}

/** The page about the user's own account. */
export function accountUrl(baseUrl: string): string {
  return `${baseUrl}/dashboard/account`;
}
