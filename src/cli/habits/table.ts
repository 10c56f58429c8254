import { mozart } from "./mozart.ts";
import { others } from "./others.ts";
import type { Habit } from "./habit.ts";

export const habits: readonly Habit[] = [...mozart, ...others];
