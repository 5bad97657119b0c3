<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>core</name>
    <message>
        <source>16:9 slide</source>
        <translation>16:9 幻灯片</translation>
    </message>
    <message>
        <source>170 mm, two columns</source>
        <translation>170 mm，双栏</translation>
    </message>
    <message>
        <source>85 mm, one column</source>
        <translation>85 mm，单栏</translation>
    </message>
</context>
</TS>
