import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useLeaveGuard } from '../leave-guard.ts'

/** Asks before the page is left with something unsaved; it is not lost, and the question says so. */
export function LeaveQuestion({ unsaved }: { readonly unsaved: boolean }) {
  const { t } = useTranslation('contentEditor')
  const [question, setQuestion] = useState<{ readonly answer: (leave: boolean) => void }>()
  useLeaveGuard(unsaved, () => new Promise((answer) => setQuestion({ answer })))
  const close = (leave: boolean): void => {
    question?.answer(leave)
    setQuestion(undefined)
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={() => close(false)}
      title={t('leave.title')}
      text={<p>{t('leave.text')}</p>}
      confirmLabel={t('leave.confirm')}
      onConfirm={() => close(true)}
    />
  )
}
