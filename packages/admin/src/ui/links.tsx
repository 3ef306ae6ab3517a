import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './links.module.css'

/** The props of a link besides those of its appearance. */
type LinkProps<Look> = Look & Omit<ComponentPropsWithRef<'a'>, keyof Look>

/**
 * Router links with the appearance of Mantine components; `to` and `params` are checked against the routes. Each is an
 * anchor, because the router cannot type Mantine's polymorphic components.
 */
export const RouterAnchor = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)
/** The title of an object as a link to it. */
export const TitleLink = createLink((props: LinkProps<AnchorProps>) => (
  <Anchor fw={650} dir="auto" {...props} className={classes['title'] ?? ''} />
))
export const RouterButton = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)
export const RouterIcon = createLink((props: LinkProps<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
))
export const RouterNavLink = createLink((props: LinkProps<NavLinkProps>) => <NavLink {...props} />)
export const RouterMenuItem = createLink((props: LinkProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
))
