/**
 * A page that was written ahead takes no input until the script has taken it over, form and all: what is typed into a
 * form that nobody listens to is lost, and Enter would hand it to the browser. page-variants.config.ts sets the mark.
 */
export function wake(): void {
  const root = document.getElementById('root')
  root?.removeAttribute('inert')
  root?.setAttribute('data-awake', '') // from here on a press is heard; tests wait for it, as a person would press again
}
