import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/person-name.ts'
import { decidePortrait, type WaitingPortrait } from '#shared/contract/portraits.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { toast } from '../../../ui/toast.ts'
import { reloadPortraits } from '../queries.ts'

export type PortraitStatus = 'approved' | 'rejected'
const OVERTAKEN: readonly string[] = ['conflict', 'not-found']

export function usePortraitDecision() {
  const { t } = useTranslation('registrationRequests')
  const [item, setItem] = useState<WaitingPortrait>()
  const [status, setStatus] = useState<PortraitStatus>('approved')
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()

  const open = (next: WaitingPortrait, as: PortraitStatus): void => {
    setItem(next)
    setStatus(as)
    setFailure(undefined)
    setOpen(true)
  }
  const confirm = async (comment: string): Promise<void> => {
    if (item === undefined || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await ask(decidePortrait, {
        params: { memberId: item.cardId },
        body: { status, portrait: item.portrait, comment },
      })
      toast.success(t(`portraits.done.${status}`, { name: fullName(item) }))
      setOpen(false)
      await reloadPortraits()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.problem === undefined || !OVERTAKEN.includes(error.problem.code))
        return setFailure(error)
      // Sent anew, taken back, or decided by a colleague: the list shows what waits now.
      setOpen(false)
      toast.error(t('portraits.overtaken'))
      await reloadPortraits()
    } finally {
      setBusy(false)
    }
  }
  return { item, status, isOpen, busy, failure, open, confirm, close: () => setOpen(false) }
}

export type PortraitDecisionState = ReturnType<typeof usePortraitDecision>
