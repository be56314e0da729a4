import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsChange } from '#shared/contract/desktop/ipc-desktop.ts'
import type { InvokeChannel, InvokeOutput, PushChannel } from '#shared/contract/desktop/ipc.ts'
import { bridge } from '../../../platform/bridge.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { toast } from '../../../ui/feedback/toast.ts'

const ASK = {
  'settings:get': () => bridge().invoke('settings:get'),
  'offline:state': () => bridge().invoke('offline:state'),
  'queue:state': () => bridge().invoke('queue:state'),
  'updates:state': () => bridge().invoke('updates:state'),
  'printers:list': () => bridge().invoke('printers:list'),
  'diagnostics:read': () => bridge().invoke('diagnostics:read'),
  'app:info': () => bridge().invoke('app:info'),
} as const satisfies { readonly [C in InvokeChannel]?: () => Promise<InvokeOutput<C>> }
type Asked = keyof typeof ASK
const keyOf = (channel: Asked) => ['desktop', channel] as const

/** What main holds: read once, and again when main says that it changed. Main needs no network for it. */
export function useAsked<C extends Asked>(channel: C, changed?: PushChannel) {
  useEffect(
    () =>
      changed === undefined
        ? undefined
        : bridge().on(
            changed,
            () => void queryClient.invalidateQueries({ queryKey: keyOf(channel) }),
          ),
    [channel, changed],
  )
  return useQuery({
    queryKey: keyOf(channel),
    queryFn: ASK[channel] as () => Promise<InvokeOutput<C>>,
    networkMode: 'always',
    retry: false,
  }) // the table asks each channel for its response
}

/** Remembered by main before it is shown. */
export function useSettingsChange() {
  const { t } = useTranslation('desktopSettings')
  return useMutation({
    mutationFn: (change: SettingsChange) => bridge().invoke('settings:change', change),
    networkMode: 'always',
    onSuccess: (settings) => queryClient.setQueryData(keyOf('settings:get'), settings),
    onError: () => toast.error(t('notKept')),
  })
}

/** A button that makes main act and return the new state. */
export function useRefresh(
  channel: 'offline:refresh' | 'updates:check',
  state: 'offline:state' | 'updates:state',
) {
  const { t } = useTranslation('desktopSettings')
  return useMutation({
    mutationFn: () => bridge().invoke(channel),
    networkMode: 'always',
    onSuccess: (reply) => queryClient.setQueryData(keyOf(state), reply),
    onError: () => toast.error(t('notDone')),
  })
}
