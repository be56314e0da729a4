import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'

interface ConflictNoticeProps {
  /** Names of what the two versions say differently. */
  readonly differences: readonly string[]
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Somebody else saved meanwhile. What was typed stays until the writer decides. */
export function ConflictNotice({ differences, onTheirs, onMine }: ConflictNoticeProps) {
  const { t } = useTranslation('contentEditor')
  return (
    <Notice tone="warning" title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      {differences.length > 0 && (
        <>
          <p className="mt-2 font-semibold">{t('conflict.differences')}</p>
          <ul className="list-disc ps-5">
            {differences.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onTheirs}>
          {t('conflict.theirs')}
        </Button>
        <Button variant="secondary" onClick={onMine}>
          {t('conflict.mine')}
        </Button>
      </div>
    </Notice>
  )
}
