import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { LinkButton } from '../button/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { StaffPage } from '../staff/toolbar.tsx'
import type { BackLink } from './editor-frame.tsx'

/**
 * Fetched each time the editor opens and never in the background, because the server refuses to
 * overwrite a newer state.
 */
export const READ_TO_EDIT = {
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

interface EditorLoaderProps<I> {
  readonly query: UseQueryResult<I>
  readonly title: string
  readonly failure: string
  readonly unknown: { readonly icon: ReactNode; readonly title: string; readonly text: string }
  readonly back: BackLink
  readonly children: (item: I) => ReactNode
}

/** The page until what is to be edited is there, and when there is no such thing. */
export function EditorLoader<I>({
  query,
  title,
  failure,
  unknown,
  back,
  children,
}: EditorLoaderProps<I>) {
  // Fetched by the editor itself, these texts would hide the page that is shown meanwhile.
  useTranslation('contentEditor')
  const status = query.error instanceof CallFailure ? query.error.problem?.status : undefined
  if (status === 404 || status === 422)
    return (
      <StaffPage title={unknown.title}>
        <EmptyState icon={unknown.icon} title={unknown.text}>
          <LinkButton to={back.to}>{back.label}</LinkButton>
        </EmptyState>
      </StaffPage>
    )
  if (query.data === undefined)
    return (
      <StaffPage title={title}>
        <Loaded query={query} failure={failure} skeleton={<Skeleton className="h-96" />}>
          {() => null}
        </Loaded>
      </StaffPage>
    )
  return children(query.data)
}
