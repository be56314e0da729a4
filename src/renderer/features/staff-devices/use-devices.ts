import { useMutation, useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { type KioskDevice, listKiosks, revokeKiosk } from '#shared/contract/kiosk.ts'
import { ask } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'

export type Device = z.output<typeof KioskDevice>

const REFRESH_MS = 15_000
const KEY = ['kiosk', 'devices'] as const

/** Asked again while the page is seen, and at once when it is seen again. */
export const useDevices = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(listKiosks, {}, { signal }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })

export const useRevoke = () =>
  useMutation({
    mutationFn: (device: Device) => ask(revokeKiosk, { params: { id: device.id } }),
    onSuccess: (revoked) =>
      queryClient.setQueryData<Device[]>(KEY, (devices) =>
        devices?.map((one) => (one.id === revoked.id ? revoked : one)),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  })
