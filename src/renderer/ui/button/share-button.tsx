import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pageAddress, sharePage } from '../../platform/files/share.ts'
import { toast } from '../feedback/toast.ts'
import { Button } from './button.tsx'

export interface ShareButtonProps {
  readonly title: string
  readonly text: string
  readonly className?: string
}

/**
 * Shares the address of this page, or copies it where the device cannot share. Absent where the
 * address cannot be opened elsewhere.
 */
export function ShareButton({ title, text, className }: ShareButtonProps) {
  const { t } = useTranslation('ui')
  const url = pageAddress()
  if (url === undefined) return null
  const share = async (): Promise<void> => {
    const outcome = await sharePage({ title, text, url }, navigator)
    if (outcome === 'copied') toast.success(t('share.copied'))
    if (outcome === 'failed') toast.error(t('share.failed'))
  }
  return (
    <Button
      variant="secondary"
      className={className}
      icon={<Share2 aria-hidden="true" size={19} />}
      onClick={() => void share()}
    >
      {t('share.label')}
    </Button>
  )
}
