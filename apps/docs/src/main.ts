import { addCopyButtons } from './copy-buttons.ts';
import { markCurrentSection } from './current-section.ts';
import { scrollTo } from './scroll-to.ts';
import { openSearch } from './search.ts';

/** Elements that are wider than the page can be scrolled with the keyboard. */
function makeWideElementsFocusable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.sample pre, .table')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}

const currentPage = document.querySelector<HTMLElement>('.pages [aria-current]');
if (currentPage !== null) scrollTo(currentPage, '.pages');
makeWideElementsFocusable();
addEventListener('resize', makeWideElementsFocusable);
addCopyButtons();
markCurrentSection();
openSearch();
