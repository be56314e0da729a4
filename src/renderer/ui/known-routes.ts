import { createContext, useContext } from 'react'

/**
 * Addresses with a page in this build. Filled by the route table, so that a feature never links to
 * a 404.
 */
export const KnownRoutes = createContext<ReadonlySet<string>>(new Set())

export const useHasRoute = (): ((path: string) => boolean) => {
  const routes = useContext(KnownRoutes)
  return (path) => routes.has(path)
}
