import { scrollTo } from './scroll-to.ts';

/** Marks the entry of the table of contents whose section is at the top of the window. */
export function markCurrentSection(): void {
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>('.contents a'), (link) => [
      document.getElementById(decodeURIComponent(link.hash.slice(1))),
      link,
    ]),
  );
  const headings = [...links.keys()].filter((heading) => heading !== null);
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = (isAtEnd && scrollY > 0 ? headings.at(-1) : passed.at(-1)) ?? headings[0];
    for (const [heading, link] of links) {
      if (heading === current) {
        if (!link.hasAttribute('aria-current')) scrollTo(link, '.contents');
        link.setAttribute('aria-current', 'location');
      } else link.removeAttribute('aria-current');
    }
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
}
