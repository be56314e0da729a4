import type { ComponentType } from 'react'

export type LazySource = () => Promise<{ readonly Component: ComponentType }>

/** The page that a file exports under this name; the file is fetched when the page is first opened. */
export const pageOf =
  <N extends string>(
    load: () => Promise<Readonly<Record<N, ComponentType>>>,
    name: N,
  ): LazySource =>
  async () => ({ Component: (await load())[name] })
