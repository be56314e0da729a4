import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/layout/section.tsx'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import { EraseAccount } from './erase-account.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportAccount } from '#shared/contract/account.ts'
import { ask } from '../../../platform/calls/api.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { problemText } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordStep } from '../security/password-step.tsx'
import { isStepUpRequired } from '../security/prove-password.ts'
import { exportFileName } from './export-file-name.ts'
import { useCall } from '../../../ui/form/use-call.ts'

function ExportAccount({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['profile', 'problems'])
  const [asking, setAsking] = useState(false)

  const save = useCall(
    async () => {
      const copy = await ask(exportAccount, {})
      saveFile(
        new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }),
        exportFileName(copy.exportedAt),
      )
      toast.success(t('export.done'))
      setAsking(false)
    },
    (failure) => {
      const needsPassword = isStepUpRequired(failure)
      setAsking(needsPassword)
      return needsPassword ? undefined : problemText(t, failure)
    },
  )
  return (
    <div className="grid gap-3 pb-6">
      <h3 className="text-lg font-semibold">{t('export.title')}</h3>
      <p className="max-w-2xl text-muted">{t('export.text')}</p>
      {save.notice !== undefined && (
        <Notice tone="danger" title={t('export.error')}>
          {save.notice}
        </Notice>
      )}
      <div>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" size={18} />}
          busy={save.busy && !asking}
          onClick={() => (stepUpHolds(profile.cardId) ? void save.run() : setAsking(true))}
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
          onProven={async () => void (await save.run())}
        />
      </Dialog>
    </div>
  )
}

/** The rights by law: a copy of the own data, and its deletion. */
export function OwnDataSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('ownData.title')}>
      <div className="grid divide-y divide-line">
        <ExportAccount profile={profile} />
        <EraseAccount profile={profile} />
      </div>
    </Section>
  )
}
