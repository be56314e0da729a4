import { queryOptions, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  listInvitations,
  previewRetention,
  readSettings,
  Settings,
} from '#shared/contract/settings.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'

const SETTINGS = ['association-settings'] as const

export const settingsQuery = queryOptions({
  queryKey: [...SETTINGS, 'all'],
  queryFn: ({ signal }) => ask(readSettings, {}, { signal }),
})
export const previewQuery = queryOptions({
  queryKey: [...SETTINGS, 'due'],
  queryFn: ({ signal }) => ask(previewRetention, {}, { signal }),
})
export const invitationsQuery = queryOptions({
  queryKey: [...SETTINGS, 'invitations'],
  queryFn: ({ signal }) => ask(listInvitations, {}, { signal }),
})

export const isConflict = (error: Error | null): boolean =>
  error instanceof CallFailure && error.problem?.code === 'conflict'

/** When somebody else was faster, the page shows what they set; what was typed stays in the form. */
function keepCurrent(error: Error): void {
  if (!(error instanceof CallFailure)) return
  const current = Settings.safeParse(error.problem?.['current'])
  if (current.success) queryClient.setQueryData(settingsQuery.queryKey, current.data)
}

/** One change of a group of settings, with the password where the server wants it. */
export function useChange(title: string) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(title, t('why'))
  const change = useMutation({
    mutationFn: (send: () => Promise<Settings>) => guard(send),
    onSuccess: (outcome) => {
      if (outcome.kind === 'cancelled') return
      queryClient.setQueryData(settingsQuery.queryKey, outcome.value)
      void queryClient.invalidateQueries({ queryKey: previewQuery.queryKey })
      toast.success(t('saved'))
    },
    onError: keepCurrent,
  })
  return { change, dialog }
}
