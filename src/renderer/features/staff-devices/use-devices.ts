import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { type KioskDevice, listKiosks, revokeKiosk } from '#shared/contract/kiosk.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'

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

export async function revokeDevice({ id }: Device): Promise<Device> {
  try {
    const revoked = await ask(revokeKiosk, { params: { id } })
    queryClient.setQueryData<Device[]>(KEY, (devices) =>
      devices?.map((one) => (one.id === revoked.id ? revoked : one)),
    )
    return revoked
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
