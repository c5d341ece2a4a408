/** Loads another page. The current page stays busy meanwhile. */
export async function redirectTo(url: string): Promise<void> {
  location.assign(url);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
