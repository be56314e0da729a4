import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './query-client.ts'

/**
 * Around everything that asks the server. Pages that are fetched when opened get it from the route table; a part of the
 * shell that asks brings it along, itself fetched late: the first page of a visit carries no query library.
 */
export const DataScope = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
