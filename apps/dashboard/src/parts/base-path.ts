const data = document.getElementById('app')?.dataset;

/** The URL path of the dashboard, without a slash at the end: `/dashboard`, after the path of the public URL of the server. */
export const basePath = data?.['base'] ?? '/dashboard';
