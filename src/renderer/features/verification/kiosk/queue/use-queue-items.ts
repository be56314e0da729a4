import { useEffect, useState } from 'react'
import type { QueueItem } from '#shared/contract/desktop/ipc-desktop.ts'
import { bridge } from '../../../../platform/bridge.ts'

export const QUEUE_FILTERS = ['all', 'waiting', 'conflicts', 'refused'] as const
export type QueueFilter = (typeof QUEUE_FILTERS)[number]
export const QUEUE_PAGE = 50

interface QueuePage {
  readonly items: readonly QueueItem[]
  readonly total: number
}
export interface QueueItems {
  readonly page: number
  readonly only: QueueFilter
  /** Undefined until the first response. The last page stays until the next is there. */
  readonly data: QueuePage | undefined
  readonly failed: boolean
  readonly turnTo: (page: number) => void
  readonly filter: (only: QueueFilter) => void
}

/** One page of the outbox, read again after each change in it. */
export function useQueueItems(): QueueItems {
  const [{ page, only }, setWanted] = useState<{
    readonly page: number
    readonly only: QueueFilter
  }>({ page: 1, only: 'all' })
  const [data, setData] = useState<QueuePage | undefined>(undefined)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let latest = 0
    async function read(): Promise<void> {
      latest += 1
      const mine = latest
      try {
        const next = await bridge().invoke('queue:items', { page, only })
        if (mine !== latest) return
        setData(next)
        setFailed(false)
      } catch {
        if (mine === latest) setFailed(true)
      }
    }
    void read()
    const stop = bridge().on('queue:changed', () => void read())
    return () => {
      latest = -1
      stop()
    }
  }, [page, only])
  return {
    page,
    only,
    data,
    failed,
    turnTo: (next) => setWanted({ page: next, only }),
    filter: (next) => setWanted({ page: 1, only: next }),
  }
}
