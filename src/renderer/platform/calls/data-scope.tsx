import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './query-client.ts'

/**
 * Wraps all parts that call the server. Lazy pages get it from the route table; a part of the frame
 * brings it along and is itself loaded late, so that the first page of a visit needs no query
 * library.
 */
export const DataScope = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
