import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAccount } from '#shared/contract/account.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { PasswordStep } from '../security/password-step.tsx'
import { isStepUpRequired } from '../security/prove-password.ts'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import { exportFileName } from './export-file-name.ts'

export function ExportAccount({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['profile', 'problems'])
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const save = async (): Promise<void> => {
    setFailure(undefined)
    setBusy(true)
    try {
      const copy = await ask(exportAccount, {})
      saveFile(
        new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }),
        exportFileName(copy.exportedAt),
      )
      toast.success(t('export.done'))
      setAsking(false)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const needsPassword = isStepUpRequired(error)
      setAsking(needsPassword)
      if (!needsPassword) setFailure(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3 pb-6">
      <h3 className="text-lg font-semibold">{t('export.title')}</h3>
      <p className="max-w-2xl text-muted">{t('export.text')}</p>
      {failure !== undefined && (
        <Notice tone="danger" title={t('export.error')}>
          {failure}
        </Notice>
      )}
      <div>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" size={18} />}
          busy={busy && !asking}
          onClick={() => (stepUpHolds(profile.cardId) ? void save() : setAsking(true))}
        >
          {t('export.button')}
        </Button>
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('export.title')}
        description={t('export.why')}
      >
        <PasswordStep
          cardId={profile.cardId}
          email={profile.email}
          label={t('export.button')}
          onProven={save}
        />
      </Dialog>
    </div>
  )
}
