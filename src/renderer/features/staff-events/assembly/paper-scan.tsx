import { useQuery } from '@tanstack/react-query'
import { FileImage } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signPhoto } from '#shared/contract/uploads.ts'
import { PHOTO_RESIGN_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { PictureStage, PictureTools } from '../../../ui/staff/picture/picture-stage.tsx'
import { WHOLE } from '../../../ui/staff/picture/view-state.ts'

interface PaperScanProps {
  /** Address that must be signed before it shows anything. */
  readonly reference: string
  /** Name of the member who gave the voice. */
  readonly giver: string
}

/** Opens the scan of a signed paper, large enough to read the signature. */
export function PaperScan({ reference, giver }: PaperScanProps) {
  const { t } = useTranslation('assembly')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        className="-ms-4"
        icon={<FileImage aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('papers.showScan')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="lg"
        title={t('papers.scanOf', { name: giver })}
      >
        <PaperPicture reference={reference} label={t('papers.scanOf', { name: giver })} />
      </Dialog>
    </>
  )
}

function PaperPicture({
  reference,
  label,
}: {
  readonly reference: string
  readonly label: string
}) {
  const { t } = useTranslation('assembly')
  const [view, setView] = useState(WHOLE)
  const query = useQuery({
    queryKey: ['assembly', 'scan', reference],
    queryFn: async ({ signal }): Promise<string> => {
      const signed = await ask(signPhoto, { body: [reference] }, { signal })
      const address = (signed as Readonly<Record<string, string>>)[reference] // the reply to a list is a map
      if (address === undefined) throw new Error('The scan is gone') // the paper was taken back meanwhile
      return address
    },
    staleTime: PHOTO_RESIGN_INTERVAL_MS,
  })
  return (
    <Loaded query={query} failure={t('papers.scanFailed')} skeleton={<Skeleton className="h-96" />}>
      {(address) => (
        <div className="grid gap-2">
          <PictureTools view={view} onView={setView} />
          <PictureStage
            address={address}
            label={label}
            view={view}
            onView={setView}
            onBroken={() => void query.refetch()}
          />
        </div>
      )}
    </Loaded>
  )
}
