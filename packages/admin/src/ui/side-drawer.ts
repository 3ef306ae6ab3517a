import classes from './side-drawer.module.css'

/** Settings of a dialog that opens at the side, over the page. */
export const sideDrawer = {
  classNames: { inner: classes['inner'] ?? '', content: classes['content'] ?? '' },
  transitionProps: { transition: 'fade' },
  size: '38rem',
} as const
