#!/bin/sh
exec oddfish --uci --variant normal
