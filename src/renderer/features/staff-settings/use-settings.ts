import { useTranslation } from 'react-i18next'
import {
  listInvitations,
  previewRetention,
  readSettings,
  Settings,
} from '#shared/contract/settings.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'

const SETTINGS = ['association-settings'] as const

export const settingsQuery = readQuery([...SETTINGS, 'all'], readSettings, {})
export const previewQuery = readQuery([...SETTINGS, 'due'], previewRetention, {})
export const invitationsQuery = readQuery([...SETTINGS, 'invitations'], listInvitations, {})

export const isConflict = ({ problem }: CallFailure): boolean => problem?.code === 'conflict'

/** When a colleague was faster, the page shows their values; typed values stay in the form. */
function keepCurrent({ problem }: CallFailure): void {
  const current = Settings.safeParse(problem?.['current'])
  if (current.success) queryClient.setQueryData(settingsQuery.queryKey, current.data)
}

/** One change of a group of settings, with the password where the server requires it; undefined when cancelled. */
export function useChange(title: string) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(title, t('why'))
  const change = useCall(async (send: () => Promise<Settings>) => {
    const waitingBefore = queryClient.getQueryData(settingsQuery.queryKey)?.waiting.length ?? 0
    const outcome = await guard(send)
    if (outcome.kind === 'cancelled') return undefined
    queryClient.setQueryData(settingsQuery.queryKey, outcome.value)
    void queryClient.invalidateQueries({ queryKey: previewQuery.queryKey })
    toast.success(t(outcome.value.waiting.length > waitingBefore ? 'proposed' : 'saved'))
    return outcome.value
  }, keepCurrent)
  return { change, dialog }
}
