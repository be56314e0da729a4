/**
 * Selects the built HTML file of a page by its address and the language that the browser prefers.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { chooseLanguage, type Language } from '#shared/domain/text/languages.ts'

const Variants = z.array(z.object({ path: z.string(), name: z.string().regex(/^[a-z-]+$/) }))
/** The rest of a longer header is ignored: a browser sends a few languages. */
const ACCEPT_MAX_CHARS = 200

/**
 * `fr-CH, fr;q=0.9, en;q=0.8` to the first supported language; in the browser's order where weights
 * are equal.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, ACCEPT_MAX_CHARS)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
  return chooseLanguage(
    wishes
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ tag }) => tag),
  )
}

/** The page for witnesses is a program of its own (ADR 0043). */
const TELL = /^\/tell\/?$/

const matcher = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)

/**
 * Reads the list that the build wrote beside the variants.
 * @returns the file for a path (without query) and an `Accept-Language`, inside `webDir`; `index.html` where the build has no variants
 */
export function readPageVariants(
  webDir: string,
): (path: string, acceptLanguage: string | undefined) => string {
  const list = join(webDir, 'pages', 'pages.json')
  const tell = existsSync(join(webDir, 'tell.html')) ? 'tell.html' : undefined
  if (!existsSync(list)) return (path) => (TELL.test(path) ? (tell ?? 'index.html') : 'index.html')
  const variants = Variants.parse(JSON.parse(readFileSync(list, 'utf8'))).map(({ path, name }) => ({
    name,
    pattern: path === '*' ? /^/ : matcher(path),
  }))
  return (path, acceptLanguage) => {
    if (tell !== undefined && TELL.test(path)) return tell
    const variant = variants.find(({ pattern }) => pattern.test(path))
    return variant === undefined
      ? 'index.html'
      : `pages/${acceptedLanguage(acceptLanguage)}/${variant.name}.html`
  }
}
