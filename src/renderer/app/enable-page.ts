/**
 * A page that was written ahead takes no input until the script has taken it over, form and all:
 * text that is typed into a form without its script is lost, and Enter would submit it through the
 * browser. page-variants.config.ts sets the mark.
 */
export function enablePage(): void {
  const root = document.getElementById('root')
  root?.removeAttribute('inert')
  root?.setAttribute('data-awake', '') // from here on presses work; tests wait for it, as a user would press again
}
