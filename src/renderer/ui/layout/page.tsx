import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { cx } from '../cx.ts'
import { announce } from '../feedback/announcer.tsx'

const describe = (text: string): void =>
  document.querySelector('meta[name="description"]')?.setAttribute('content', text)

/** True around the preview of a page: it neither names the window nor takes the focus from the page that shows it. */
export const InPreview = createContext(false)

/**
 * Sets the window's title and, after a navigation, moves the focus to the page's heading and
 * announces it.
 * @param description what search engines show below the title; the association's own words where a
 * page has none
 */
export function usePageTitle(title: string, description?: string) {
  const { t } = useTranslation('common')
  const heading = useRef<HTMLHeadingElement>(null)
  const inPreview = use(InPreview)
  const { key, pathname } = useLocation()
  const said = useRef('')
  useEffect(() => {
    if (inPreview) return
    document.title = t('pageTitle', { title })
    describe(description ?? t('siteDescription'))
  }, [t, title, description, inPreview])
  useEffect(() => {
    if (inPreview || said.current === pathname) return
    said.current = pathname
    // The first page of a visit keeps the browser's own starting point, so that the skip link comes first. Somebody who opened
    // a dialog meanwhile, as the palette, types in it.
    if (key === 'default' || document.activeElement?.closest('[role="dialog"]')) return
    heading.current?.focus({ preventScroll: true })
    announce(title)
  }, [key, pathname, title, inPreview])
  return heading
}

export interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  /** The whole column, for tables and tools; text pages keep a readable measure. */
  readonly wide?: boolean
  /** For search engines; see `usePageTitle`. */
  readonly description?: string
}

export function Page({ title, lead, children, wide = false, description }: PageProps) {
  const heading = usePageTitle(title, description)
  return (
    <div className={cx('column', wide ? 'py-5 sm:pt-8 sm:pb-12' : 'max-w-4xl py-8 sm:py-12')}>
      <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
        {title}
      </h1>
      {lead !== undefined && (
        <p className={cx('mt-3 text-muted', wide ? 'max-w-4xl sm:text-lg' : 'max-w-2xl text-lg')}>
          {lead}
        </p>
      )}
      <div className={wide ? 'mt-4 sm:mt-6' : 'mt-8'}>{children}</div>
    </div>
  )
}
