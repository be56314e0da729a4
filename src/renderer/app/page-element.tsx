/** From the tables of pages to what the router shows. */
import { type ComponentType, lazy, type ReactElement, useLayoutEffect } from 'react'
import { getI18n } from 'react-i18next'
import { enablePage } from './enable-page.ts'
import { PageBoundary } from './guard/page-boundary.tsx'
import type { LazySource } from './page-of.ts'
import type { PageSource } from './routes.ts'

/** The page around it has been taken over, or drawn. */
function Awake(): null {
  useLayoutEffect(enablePage, [])
  return null
}

/** A fetched page may ask the server: it comes with the query client, which the first page of a visit does without. */
async function fetchPage(load: LazySource): Promise<ComponentType> {
  const [{ DataScope }, { Component }] = await Promise.all([
    import('../platform/calls/data-scope.tsx'),
    load(),
    // Asked for by a part that appears later (a field of the kit, an error), they would blank the page for a moment.
    getI18n().loadNamespaces(['ui', 'problems']),
  ])
  return () => (
    <DataScope>
      <Component />
      <Awake />
    </DataScope>
  )
}

// Made once: a component that is made anew would be fetched and mounted anew.
const made = new Map<LazySource, ComponentType>()

export function lazyPage(load: LazySource): ComponentType {
  const Component = made.get(load) ?? lazy(async () => ({ default: await fetchPage(load) }))
  made.set(load, Component)
  return Component
}

/** Fetches a page before it is drawn, so that no spinner stands in its place first. */
export async function fetchAhead(load: LazySource): Promise<void> {
  made.set(load, await fetchPage(load))
}

export const NotFound = lazyPage(async () => ({
  Component: (await import('./rare-page.tsx')).RarePage,
}))

/** A page that fails is replaced alone: menus and tabs around it stay in reach. */
export function pageElement(page: PageSource): ReactElement {
  if ('lazy' in page) {
    const Fetched = lazyPage(page.lazy)
    return (
      <PageBoundary>
        <Fetched />
      </PageBoundary>
    )
  }
  return (
    <PageBoundary>
      <page.Component />
      <Awake />
    </PageBoundary>
  )
}
