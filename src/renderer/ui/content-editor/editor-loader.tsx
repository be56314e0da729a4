import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { LinkButton } from '../button/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Loaded } from '../loaded/loaded.tsx'
import { StaffPage } from '../staff/toolbar.tsx'
import type { BackLink } from './editor-frame.tsx'

interface EditorLoaderProps<I> {
  readonly kind: 'events' | 'news'
  readonly read: (id: string, signal: AbortSignal) => Promise<I>
  readonly title: string
  readonly failure: string
  readonly unknown: { readonly icon: ReactNode; readonly title: string; readonly text: string }
  readonly back: BackLink
  readonly children: (item: I) => ReactNode
}

/** The page until what the address names is there, and when there is no such thing. */
export function EditorLoader<I>({
  kind,
  read,
  title,
  failure,
  unknown,
  back,
  children,
}: EditorLoaderProps<I>) {
  // Fetched by the editor itself, these texts would hide the page that is shown meanwhile.
  useTranslation(['contentEditor', 'photo'])
  const { id = '' } = useParams()
  // Fetched each time the editor opens and never in the background: the server refuses to overwrite a newer state.
  const query = useQuery({
    queryKey: [kind, 'edit', id],
    queryFn: ({ signal }) => read(id, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
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
  return <Fragment key={id}>{children(query.data)}</Fragment>
}
