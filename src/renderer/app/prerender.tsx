/**
 * Writes pages ahead, at the build (page-variants.config.ts), as a visitor sees them before the
 * first call: on a slow line they are read while the script is still on its way. The script then
 * takes them over (main.tsx).
 */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { type Language, textDirection } from '#shared/domain/text/languages.ts'
import { changeBaseLanguage } from '../i18n/i18n.ts'
import { Pages } from './router.tsx'
import { ROUTES } from './routes.ts'

/** Addresses that are written ahead, by whom they are for: those that say so in the route table. */
export const PAGES_AHEAD = {
  visitor: ROUTES.filter(({ ahead, access }) => ahead === true && access === 'public').map(
    ({ path }) => path,
  ),
  member: ROUTES.filter(({ ahead, access }) => ahead === true && access === 'member').map(
    ({ path }) => path,
  ),
}

/** One page as HTML for `#root`. Rejects when it cannot be drawn without a browser, or needs more than HTML. */
export async function pageAhead(path: string, language: Language): Promise<string> {
  await changeBaseLanguage(language)
  const faults: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={textDirection(language)}>
          <StaticRouter location={path}>
            <Pages />
          </StaticRouter>
        </DirectionProvider>
      </CSPProvider>
    </StrictMode>,
    // A part that is sent late would be put in place by an inline script, which our policy forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void faults.push(error) },
  )
  const html = await new Response(prelude).text()
  if (faults.length > 0)
    throw new Error(`${path} (${language}) cannot be written ahead`, { cause: faults[0] })
  if (html.includes('<script')) throw new Error(`${path} (${language}) came with a script`)
  return html
}
